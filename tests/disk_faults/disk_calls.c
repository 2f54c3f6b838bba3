/* The calls that change files below one folder, for tests: written down, or failed when asked.
 *
 * Loaded before libc (LD_PRELOAD), so that Python's files, SQLite's and numba's come through here.
 * disk.py beside this builds and drives it; trace.py reads what it writes down:
 *
 *     kind (1 byte), number (int32), place (int64), length of name (uint32), of data (uint32),
 *     name, data
 *
 *     O fd flags path    W fd offset data    S fd (fsync)    T fd size (ftruncate)
 *     R old, new         U path (unlink)     M path (mkdir)  N text (a note of the test's)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define FDS 65536

static char folder[4096];
static size_t folder_length;
static unsigned char watched[FDS];
static int trace = -1;
static long calls, fail_first, fail_last;
static int fail_errno, fail_tears, full, waits;
static long hurry = 1, hurry_from;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* -- what the test asks ------------------------------------------------------------------------ */

/* Watch below `path`; write down to the descriptor `to` unless it is negative.  fsync waits for the
 * disk only if `syncs`: the power cuts are worked out, and nothing need be waited for. */
void disk_watch(const char *path, int to, int syncs)
{
    pthread_mutex_lock(&lock);
    memset(watched, 0, sizeof watched);
    folder_length = strlen(path) < sizeof folder ? strlen(path) : 0;
    memcpy(folder, path, folder_length);
    trace = to, waits = syncs;
    calls = fail_first = fail_last = 0;
    pthread_mutex_unlock(&lock);
}

/* Fail the calls number `first` to `last`, counted from now; `tears`: a write's half is written. */
void disk_fail(long first, long last, int error, int tears)
{
    pthread_mutex_lock(&lock);
    calls = 0;
    fail_first = first, fail_last = last, fail_errno = error, fail_tears = tears;
    pthread_mutex_unlock(&lock);
}

/* As long as it is full nothing can grow. */
void disk_full(int is_full) { full = is_full; }

/* Calls since disk_watch or disk_fail. */
long disk_calls(void) { return calls; }

/* From now on the wall clock goes `times` as fast. */
void disk_hurry(long times)
{
    struct timespec now;
    REAL(clock_gettime)(CLOCK_REALTIME, &now);
    hurry_from = now.tv_sec, hurry = times;
}

/* -- what happens at each call ----------------------------------------------------------------- */

static int below(const char *path)
{
    return folder_length && path && !strncmp(path, folder, folder_length)
        && (path[folder_length] == '/' || path[folder_length] == 0);
}

static int is_watched(int fd) { return fd >= 0 && fd < FDS && watched[fd]; }

static void note(char kind, int number, long place, const char *name, const void *data, size_t size)
{
    if (trace < 0)
        return;
    unsigned char head[21];
    int32_t n = number;
    int64_t p = place;
    uint32_t l = name ? strlen(name) : 0, s = size;
    head[0] = kind;
    memcpy(head + 1, &n, 4), memcpy(head + 5, &p, 8), memcpy(head + 13, &l, 4);
    memcpy(head + 17, &s, 4);
    REAL(write)(trace, head, sizeof head);
    if (l)
        REAL(write)(trace, name, l);
    if (s)
        REAL(write)(trace, data, s);
}

void disk_note(const char *text)
{
    pthread_mutex_lock(&lock);
    note('N', 0, 0, text, 0, 0);
    pthread_mutex_unlock(&lock);
}

/* Whether this call fails, which makes something `grow` or doesn't; errno says so. */
static int fails(int grows)
{
    if (full && grows) {
        errno = ENOSPC;
        return 1;
    }
    calls++;
    if (calls < fail_first || calls > fail_last)
        return 0;
    errno = fail_errno;
    return 1;
}

#define WATCH(condition, plain)                                                                    \
    if (!(condition))                                                                              \
        return plain;                                                                              \
    pthread_mutex_lock(&lock);

#define DONE(result)                                                                               \
    {                                                                                              \
        int kept = errno;                                                                          \
        pthread_mutex_unlock(&lock);                                                               \
        errno = kept;                                                                              \
        return result;                                                                             \
    }

static int opened(int fd, int flags, const char *path)
{
    if (fd >= 0 && fd < FDS) {
        watched[fd] = 1;
        note('O', fd, flags, path, 0, 0);
    }
    return fd;
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        mode_t mode = va_arg(rest, mode_t);                                                        \
        va_end(rest);                                                                              \
        int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, #name);                             \
        WATCH(below(path), real(path, flags, mode))                                                \
        int fd = fails(flags & O_CREAT && access(path, F_OK)) ? -1 : opened(real(path, flags, mode), flags, path);                      \
        DONE(fd)                                                                                   \
    }
OPEN(open)
OPEN(open64)

int close(int fd)
{
    if (fd >= 0 && fd < FDS)
        watched[fd] = 0;
    return REAL(close)(fd);
}

static ssize_t put(int fd, const void *data, size_t size, off_t at, int here)
{
    if (fails(1)) {
        if (full || !fail_tears || size < 2 || calls > fail_first)
            return -1;
        size /= 2;
    }
    if (here) {
        int flags = fcntl(fd, F_GETFL);
        at = lseek(fd, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
    }
    ssize_t done = here ? REAL(write)(fd, data, size) : REAL(pwrite)(fd, data, size, at);
    if (done > 0)
        note('W', fd, at, 0, data, done);
    return done;
}

ssize_t write(int fd, const void *data, size_t size)
{
    WATCH(is_watched(fd), REAL(write)(fd, data, size))
    ssize_t done = put(fd, data, size, 0, 1);
    DONE(done)
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at)
{
    WATCH(is_watched(fd), REAL(pwrite)(fd, data, size, at))
    ssize_t done = put(fd, data, size, at, 0);
    DONE(done)
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return pwrite(fd, data, size, at); }

#define SYNC(name)                                                                                 \
    int name(int fd)                                                                               \
    {                                                                                              \
        WATCH(is_watched(fd), REAL(name)(fd))                                                      \
        int done = fails(0) ? -1 : waits ? REAL(name)(fd) : 0;                                     \
        if (!done)                                                                                 \
            note('S', fd, 0, 0, 0, 0);                                                             \
        DONE(done)                                                                                 \
    }
SYNC(fsync)
SYNC(fdatasync)

int ftruncate(int fd, off_t size)
{
    WATCH(is_watched(fd), REAL(ftruncate)(fd, size))
    int done = fails(0) ? -1 : REAL(ftruncate)(fd, size);
    if (!done)
        note('T', fd, size, 0, 0, 0);
    DONE(done)
}

int ftruncate64(int fd, off64_t size) { return ftruncate(fd, size); }

int rename(const char *old, const char *fresh)
{
    WATCH(below(old), REAL(rename)(old, fresh))
    int done = fails(0) ? -1 : REAL(rename)(old, fresh);
    if (!done)
        note('R', 0, 0, old, fresh, strlen(fresh));
    DONE(done)
}

int unlink(const char *path)
{
    WATCH(below(path), REAL(unlink)(path))
    int done = fails(0) ? -1 : REAL(unlink)(path);
    if (!done)
        note('U', 0, 0, path, 0, 0);
    DONE(done)
}

int mkdir(const char *path, mode_t mode)
{
    WATCH(below(path), REAL(mkdir)(path, mode))
    int done = fails(1) ? -1 : REAL(mkdir)(path, mode);
    if (!done)
        note('M', 0, 0, path, 0, 0);
    DONE(done)
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    int done = REAL(clock_gettime)(which, now);
    if (!done && which == CLOCK_REALTIME && hurry > 1) {
        long long passed = (now->tv_sec - hurry_from) * 1000000000LL + now->tv_nsec;
        passed *= hurry;
        now->tv_sec = hurry_from + passed / 1000000000LL;
        now->tv_nsec = passed % 1000000000LL;
    }
    return done;
}
