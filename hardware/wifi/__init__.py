"""The box's own Wi-Fi: a hotspot where no known network is, and joining one."""
