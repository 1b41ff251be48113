"""Many tables: what a table tells its club, and the club that keeps it. One table needs none of this."""
