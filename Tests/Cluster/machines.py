"""Machines of the cluster: network namespaces on a bridge, and the processes on them."""

import os
import pwd
import signal
import subprocess
import sys
import time

BRIDGE = "portico0"


def run(*words, check=True, **named):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, **named)
    assert not check or done.returncode == 0, f"{' '.join(words)}: {done.stdout}{done.stderr}"
    return done.stdout


def in_own_network():
    """Starts this program again where it may do what it likes: with its own network, mounts and processes, all of which
    end with it."""
    if os.environ.get("PORTICO_CLUSTER") != "inside":
        assert os.geteuid() == 0, "cluster: namespaces of the network take root"
        os.environ["PORTICO_CLUSTER"] = "inside"
        words = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        os.execvp("unshare", [*words, sys.executable, *sys.argv])
    run("mount", "-t", "tmpfs", "none", "/run")
    program = os.fork()
    # The first process has to bury the others: Patroni takes one that nobody waited for to be alive.
    while program:
        ended, status = os.wait()
        if ended == program:
            sys.exit(os.waitstatus_to_exitcode(status))


def wait_until(what, seconds, why):
    ends = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < ends, f"{why}: not within {seconds} s"
        time.sleep(0.1)
    return found


class Network:
    """The bridge, and the addresses of all machines that share its namespace."""

    def __init__(self, *addresses):
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        for address in addresses:
            run("ip", "address", "add", f"{address}/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        # Where the devices live: the limits count by networks.
        run("ip", "route", "add", "local", "10.128.0.0/9", "dev", "lo")


class Machine:
    """A namespace with one address. Its cable can be pulled, and its power."""

    def __init__(self, name, address):
        self.name, self.address = name, address
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"to-{name}", "master", BRIDGE, "up")
        for words in (["address", "add", f"{address}/24", "dev", "eth0"], ["link", "set", "eth0", "up"],
                      ["link", "set", "lo", "up"]):
            run("ip", "-n", name, *words)

    def cut(self):
        run("ip", "link", "set", f"to-{self.name}", "down")

    def mend(self):
        run("ip", "link", "set", f"to-{self.name}", "up")

    def start(self, words, log, user=None):
        """As an ordinary user, if one is named."""
        inside = ["ip", "netns", "exec", self.name]
        if user:
            owner = pwd.getpwnam(user)
            inside += ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
        return start([*inside, *words], log)

    def power_off(self):
        """SIGKILL to every process, at once."""
        for _ in range(100):
            pids = [int(pid) for pid in run("ip", "netns", "pids", self.name).split()]
            if not pids:
                return
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            time.sleep(0.05)
        raise AssertionError(f"processes of {self.name} do not end")


def start(words, log, **named):
    with open(log, "ab") as output:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd=log.parent, **named)
