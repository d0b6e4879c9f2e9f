"""What was answered, and when writes were acknowledged."""

import bisect
import collections
import threading
import time


class Record:
    def __init__(self):
        self._lock = threading.Lock()
        self._answers = collections.Counter()
        self._writes = []
        self.slowest = 0

    def answered(self, status, sent):
        with self._lock:
            self._answers[status] += 1
            self.slowest = max(self.slowest, time.time() - sent)

    def wrote(self, sent):
        with self._lock:
            self._writes.append(time.time())

    def answers(self):
        with self._lock:
            counts = ", ".join(f"{status} {count}" for status, count in
                               sorted(self._answers.items(), key=lambda each: str(each[0])))
            return f"{counts}; the slowest took {self.slowest:.1f} s"

    def count(self):
        with self._lock:
            return len(self._writes)

    def first_write(self, since):
        """The first that was acknowledged later; None if none was yet."""
        with self._lock:
            place = bisect.bisect_right(self._writes, since)
            return self._writes[place] if place < len(self._writes) else None

    def last_write(self, before):
        with self._lock:
            return self._writes[bisect.bisect_left(self._writes, before) - 1]

    def longest_pause(self, since, until):
        with self._lock:
            inside = [since, *(moment for moment in self._writes if since < moment < until), until]
        return max(after - before for before, after in zip(inside, inside[1:]))
