"""What a command says where it cannot be carried out as given."""


class WrongUse(Exception):
    """The command cannot be carried out as given; the message is one line that says what to do."""
