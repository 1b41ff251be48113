"""The command line as a whole: verbs, help, and errors of one line."""

from __future__ import annotations

import pytest

from companion.cli.main import COMMANDS, main


@pytest.mark.parametrize(
    "arguments", [[], ["juggle"], ["play", "--port", "high"], ["replay"], ["bench", "music"]]
)
def test_wrong_use_is_2_and_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ") and error.count("\n") == 1 and "--help" in error


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_verb_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0
    assert "usage: companion " + command in capsys.readouterr().out
