/* A panel without hardware: the firmware's .elf on a simulated ATmega328P with its lamp registers
   and switches, its UART on a pseudo-terminal, in real time.

       board PANEL.elf LAMPS SWITCHES

   The first line printed is the pseudo-terminal's path.  Then it reads commands, one a line, and
   answers each with one:

       lamps                     lamps 0f3...     a digit (0 to f) a lamp, as they shine
       seen                      seen 8001        bit k: a lamp shone at level k since last asked
       close I | open I          ok               switch I's contact
       bounce I close|open N US  ok               its contact changes N times, US apart, and ends so
       reset                     ok               the reset button
       stats                     stats {...}      JSON: times, memory, losses
       quit                      (ends; so does the end of the commands)

   Times are the simulated processor's.  On a computer that can't keep up the panel is slow, never
   wrong: it doesn't hurry afterwards, and "late_us" in stats tells how much it lost. */

#include "line.h"
#include "meter.h"
#include "wires.h"

#include <errno.h>
#include <poll.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HERTZ = 16000000, SLICE_US = 500, LATE_US = 20000, MOST_LAMPS = 500, MOST_SWITCHES = 1984 };

static avr_t *avr;
static unsigned lamps;
static uint64_t late_us;

static void only_errors(avr_t *a, const int level, const char *format, va_list arguments)
{
    (void)a;
    if (level <= LOG_ERROR && level != LOG_OUTPUT)
        vfprintf(stderr, format, arguments);
}

static void no_sleep(avr_t *a, avr_cycle_count_t cycles)
{
    (void)a, (void)cycles; /* real time is kept below, a slice at a time */
}

static uint64_t real_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* -- commands ------------------------------------------------------------------------------- */

static void say_lamps(void)
{
    uint8_t levels[MOST_LAMPS];
    char text[MOST_LAMPS + 1];
    wires_levels(levels);
    for (unsigned k = 0; k < lamps; k++)
        text[k] = "0123456789abcdef"[levels[k] & 15];
    text[lamps] = 0;
    printf("lamps %s\n", text);
}

static void say_stats(void)
{
    printf("stats {\"cycle\": %llu, \"late_us\": %llu, \"round_cycles\": %llu, \"bytes_in\": %llu, "
           "\"bytes_out\": %llu, \"overruns\": %u, \"collisions\": %u, ",
           (unsigned long long)avr->cycle, (unsigned long long)late_us,
           (unsigned long long)wires_round_cycles(), (unsigned long long)line_bytes_in,
           (unsigned long long)line_bytes_out, line_overruns, wires_collisions);
    meter_print(stdout);
    printf("}\n");
}

static bool bounce(unsigned index, bool closed, unsigned times, unsigned apart_us)
{
    bool done = true;
    for (unsigned k = 1; k <= times && done; k++) {
        bool to = (times - k) % 2 ? !closed : closed;
        done = wires_contact(index, to, (uint64_t)(k - 1) * apart_us * (HERTZ / 1000000));
    }
    return done;
}

static void reset(void)
{
    avr_reset(avr);
    wires_reset();
    line_reset();
    meter_reset();
}

/* False: it was the last. */
static bool command(const char *text)
{
    unsigned index, times, apart;
    char how[8];
    bool done = true;
    if (!strcmp(text, "quit"))
        return false;
    if (!strcmp(text, "lamps"))
        say_lamps();
    else if (!strcmp(text, "seen"))
        printf("seen %04x\n", wires_seen());
    else if (!strcmp(text, "stats"))
        say_stats();
    else {
        if (!strcmp(text, "reset"))
            reset();
        else if (sscanf(text, "close %u", &index) == 1)
            done = wires_contact(index, true, 0);
        else if (sscanf(text, "open %u", &index) == 1)
            done = wires_contact(index, false, 0);
        else if (sscanf(text, "bounce %u %7s %u %u", &index, how, &times, &apart) == 4)
            done = bounce(index, !strcmp(how, "close"), times, apart);
        else
            done = false;
        printf(done ? "ok\n" : "what? %s\n", text);
    }
    fflush(stdout);
    return true;
}

/* All commands that came whole. */
static bool commands(void)
{
    static char text[256];
    static size_t length;
    struct pollfd one = {STDIN_FILENO, POLLIN, 0};
    if (poll(&one, 1, 0) <= 0)
        return true;
    ssize_t came = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
    if (came <= 0)
        return false;
    length += (size_t)came;
    text[length] = 0;
    for (char *end; (end = strchr(text, '\n'));) {
        *end = 0;
        if (!command(text))
            return false;
        length -= (size_t)(end + 1 - text);
        memmove(text, end + 1, length + 1);
    }
    if (length == sizeof text - 1)
        length = 0;
    return true;
}

/* -- time ----------------------------------------------------------------------------------- */

static bool run_slice(uint64_t until)
{
    while (avr->cycle < until) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "board: the processor stopped at %04x\n", avr->pc);
            return false;
        }
    }
    return true;
}

static int run(void)
{
    uint64_t began_us = real_us();
    uint64_t began = avr->cycle;
    for (;;) {
        if (!run_slice(avr->cycle + SLICE_US * (HERTZ / 1000000)))
            return 1;
        line_work();
        if (!commands())
            return 0;
        uint64_t there_us = began_us + (avr->cycle - began) / (HERTZ / 1000000);
        uint64_t here_us = real_us();
        if (there_us > here_us) {
            struct timespec pause = {0, (long)(there_us - here_us) * 1000};
            nanosleep(&pause, NULL);
        } else if (here_us - there_us > LATE_US) {
            late_us += here_us - there_us;
            began_us += here_us - there_us;
        }
    }
}

int main(int argc, char **argv)
{
    static elf_firmware_t firmware;
    unsigned switches;
    if (argc != 4 || sscanf(argv[2], "%u", &lamps) != 1 || sscanf(argv[3], "%u", &switches) != 1 ||
        lamps < 1 || lamps > MOST_LAMPS || switches > MOST_SWITCHES) {
        fprintf(stderr, "usage: board PANEL.elf LAMPS SWITCHES\n");
        return 2;
    }
    avr_global_logger_set(only_errors);
    if (access(argv[1], R_OK) || elf_read_firmware(argv[1], &firmware)) {
        fprintf(stderr, "board: %s: can't be read as firmware\n", argv[1]);
        return 2;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = HERTZ;
    avr->sleep = no_sleep;
    avr->run_cycle_limit = SLICE_US * (HERTZ / 1000000); /* between two looks at the timers */
    meter_connect(avr, firmware.datasize + firmware.bsssize);
    wires_connect(avr, lamps, switches);
    const char *path = line_open(avr);
    if (!path) {
        fprintf(stderr, "board: no pseudo-terminal: %s\n", strerror(errno));
        return 1;
    }
    printf("%s\n", path);
    fflush(stdout);
    int status = run();
    avr_terminate(avr);
    return status;
}
