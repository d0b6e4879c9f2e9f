"""A Debian system in a folder, without a kernel or services of its own."""

import os
import re
import shutil
import subprocess

QUIET = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PATH": os.defpath + ":/usr/sbin:/sbin"}


class DebianSystem:
    def __init__(self, folder, release="bookworm"):
        assert os.geteuid() == 0, "debootstrap and chroot want root; run this test as root"
        self.folder = folder
        self._started = []
        mirrors = subprocess.run(
            ["apt-get", "indextargets", "--format", "$(SITE)", f"Codename: {release}"],
            capture_output=True, text=True, check=True).stdout.split()
        assert mirrors, f"apt knows no mirror of {release} (/etc/apt/sources.list)"
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", release, str(folder), mirrors[0]],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1800)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
        # As on a system that is being set up: no service is started.
        policy = folder / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        self.run("apt-get", "update")

    def close(self):
        for process in self._started:
            if process.poll() is None:
                process.kill()
                process.wait()
        # What was mounted was so for the processes alone that needed it.
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command, status=0):
        """Returns what the command wrote, which has to end with this status."""
        done = subprocess.run(
            self._inside(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=QUIET, timeout=900)
        assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}"
        return done.stdout

    def start(self, command, user, environment, errors, before=()):
        """Starts a command as a service manager does: as this user, without any capability. `before` is a program of
        this machine that runs it, such as a tracer."""
        dropped = [
            "setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs",
            "--inh-caps=-all", "--bounding-set=-all", *command,
        ]
        process = subprocess.Popen(
            [*before, *self._inside(dropped)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=errors, text=True, env=QUIET | environment)
        self._started.append(process)
        return process

    def _inside(self, command):
        # The programs become each other: what runs in the end has the id of the process that was started.
        enter = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
        return ["unshare", "--mount", "sh", "-c", enter, str(self.folder), *command]

    def path(self, path):
        return self.folder / path.lstrip("/")

    def owner_and_mode(self, path):
        return self.run("stat", "-c", "%U:%G %a", path).strip()


def syscalls(group):
    """The names in a group of systemd's filters, such as `@system-service`."""
    shown = subprocess.run(
        ["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True).stdout
    names = set()
    for word in re.findall(r"(?m)^ +([@a-z_0-9-]+)$", shown):
        names |= syscalls(word) if word.startswith("@") else {word}
    return names
