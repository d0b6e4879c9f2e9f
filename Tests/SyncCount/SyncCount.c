#include "SyncCount.h"

#ifdef __linux__

#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_ulong file;
static atomic_int count;

int fdatasync(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) == 0 && status.st_ino == atomic_load(&file))
    atomic_fetch_add(&count, 1);
  return (int)syscall(SYS_fdatasync, descriptor);
}

int portico_count_syncs(const char *path) {
  struct stat status;
  if (stat(path, &status) != 0) return -1;
  atomic_store(&file, status.st_ino);
  atomic_store(&count, 0);
  return 0;
}

int portico_sync_count(void) { return atomic_load(&count); }

#else

int portico_count_syncs(const char *path) { return -1; }
int portico_sync_count(void) { return 0; }

#endif
