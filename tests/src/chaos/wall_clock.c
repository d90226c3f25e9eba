/* Loaded before the C library into one process of a deployment: its wall clock is wrong by as many ms as the file
   named by CHAOS_WALL_CLOCK holds, and can be set while it runs. No other clock is touched. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *offset_ms;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CHAOS_WALL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof *offset_ms, PROT_READ, MAP_SHARED, file, 0);
    if (page != MAP_FAILED) offset_ms = page;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (failed || !offset_ms || clock != CLOCK_REALTIME) return failed;
    int64_t ns = now->tv_nsec + *offset_ms % 1000 * 1000000;
    now->tv_sec += *offset_ms / 1000 + (ns >= 1000000000) - (ns < 0);
    now->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
    return 0;
}
