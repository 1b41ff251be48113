"""How long a tray takes is measured for two dice and for five."""

from companion.bench.tray_time import measure


def test_a_tray_is_timed() -> None:
    two, five = measure(each=1, looks=1)
    assert (two.name, five.name) == ("tray.two_dice_ms", "tray.five_dice_ms")
    assert two.n == five.n == 4 and 0 < two.value < five.value
