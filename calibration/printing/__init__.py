"""The sheets to print: markers, lens board, dice tray, mats."""
