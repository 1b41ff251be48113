#!/bin/sh
# Puts Companion into the unpacked root of an image and takes out what no two boxes may share:
#
#     sudo hardware/appliance/prepare_image.sh ROOT companion_<version>_<architecture>.deb [ANOTHER PACKAGE]...
#
# The image must not have been booted before. For another machine's architecture: qemu-user-static and binfmt-support.
set -eu
if [ $# -lt 2 ] || [ ! -x "$1/usr/bin/apt-get" ] || [ ! -f "$2" ] || [ "$(id -u)" != 0 ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
# In a namespace of its own, all that is mounted here is gone when this ends, however it ends.
[ "${APART:-}" ] || APART=1 exec unshare --mount --propagation private sh "$0" "$@"
root=$(readlink -f "$1") package=$2
shift 2

inside() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

for folder in proc sys dev; do mount --rbind "/$folder" "$root/$folder"; done
for folder in run tmp; do mount -t tmpfs tmpfs "$root/$folder"; done
names=$root/etc/resolv.conf
if [ -f "$names" ] && [ ! -L "$names" ]; then mount --bind /etc/resolv.conf "$names"; fi
cp "$package" "$root/tmp/companion.deb"
inside apt-get update
inside apt-get install -y /tmp/companion.deb "$@"
# Where no systemd runs, the package enables nothing.
inside systemctl enable companion.service companion-name.service companion-wifi.service
inside apt-get clean
umount -l "$names" 2> /dev/null || true

# What makes one box that box, and not another: each makes its own when it is first switched on.
: > "$root/etc/machine-id"
rm -f "$root"/var/lib/dbus/machine-id "$root"/etc/ssh/ssh_host_*
rm -f "$root"/var/lib/systemd/random-seed "$root"/var/lib/systemd/credential.secret
if [ -x "$root/usr/sbin/sshd" ]; then
  mkdir -p "$root/etc/systemd/system/ssh.service.d"
  # Before the line that tries the settings, which already needs keys.
  printf '[Service]\nExecStartPre=\nExecStartPre=/usr/bin/ssh-keygen -A\nExecStartPre=/usr/sbin/sshd -t\n' \
    > "$root/etc/systemd/system/ssh.service.d/keys.conf"
fi
# What belongs to whoever made the image: the games, the house's Wi-Fi, the log.
for folder in var/lib/companion var/cache/companion var/log/journal var/lib/apt/lists \
  var/lib/NetworkManager etc/NetworkManager/system-connections root/.ssh; do
  [ ! -d "$root/$folder" ] || find "$root/$folder" -mindepth 1 -delete
done
rm -f "$root"/root/.*_history "$root"/home/*/.*_history "$root"/etc/wpa_supplicant/wpa_supplicant.conf
find "$root/var/log" -type f -exec truncate -s 0 {} +
sync
