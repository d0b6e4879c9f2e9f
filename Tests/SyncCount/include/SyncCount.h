// SyncCount: how often the process waited for the disk to have one file, for tests of durability.
//
// Owns: `fdatasync` of the executable that links it, which counts and passes on.

#ifndef PORTICO_SYNC_COUNT_H
#define PORTICO_SYNC_COUNT_H

/// Counts from now on for the file at this path, and no longer for the one before.
/// - Returns: 0, or -1 where there is no such file, or calls are not counted on this platform.
int portico_count_syncs(const char *path);

/// How often since then.
int portico_sync_count(void);

#endif
