"""Who a browser is and what it may do: seats and their codes, roles, the owner's PIN."""
