/* MENACE against random moves in plain C: what machines/menace/kernels.py is measured beside.

   The same rules, plays and records: 9-bit words of squares, boards by their index in base 3, beads
   by box and colour, the bags and cups of one side.  Chance is sfc32 with Lemire's way of drawing
   below a number, state in a struct, as one would write it in C; then the plays are the same ones,
   and the bench compares the records. */

#include <stdint.h>

typedef struct { uint32_t a, b, c, counter; } Chance;
typedef struct {
    Chance chance;
    int32_t beads[304][9], cups[9], bought[9];
    int32_t results[3];       /* plays that Nought lost, drew, won */
    int16_t box[19683];       /* of each board; -1: none */
    uint8_t square[19683][9]; /* of each board and colour of its box: the square on the board */
    int8_t line[512];         /* whether a word of squares has one */
} Menace;

static const int POWERS[9] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
enum { LOST, DRAWN, WON };
enum { LINE, FULL, RESIGNED };

static inline uint32_t word(Chance *s)
{
    uint32_t made = s->a + s->b + s->counter++;
    s->a = s->b ^ s->b >> 9;
    s->b = s->c + (s->c << 3);
    s->c = (s->c << 21 | s->c >> 11) + made;
    return made;
}

static inline uint32_t below(uint32_t count, Chance *s)
{
    uint64_t product = (uint64_t)word(s) * count;
    if ((uint32_t)product < count) {
        uint32_t least = -count % count;
        while ((uint32_t)product < least)
            product = (uint64_t)word(s) * count;
    }
    return product >> 32;
}

/* How many plays are recorded: fewer than `plays` where the first box is empty. */
long menace(Menace *m, long plays, int64_t *records)
{
    for (long done = 0; done < plays; done++) {
        int words[2] = {0, 0}, boxes[4], colours[4], opened = 0, index = 0;
        int result = DRAWN, end = FULL;
        int64_t record = 0;
        for (int ply = 0; ply < 9; ply++) {
            int side = ply & 1, square, box = side ? -1 : m->box[index];
            if (box >= 0) {
                int total = 0, colour = 0;
                for (int i = 0; i < 9; i++)
                    total += m->beads[box][i];
                if (total == 0) {
                    if (ply == 0)
                        return done;
                    result = LOST, end = RESIGNED;
                    break;
                }
                int bead = below(total, &m->chance);
                while (bead >= m->beads[box][colour])
                    bead -= m->beads[box][colour++];
                boxes[opened] = box, colours[opened++] = colour;
                square = m->square[index][colour];
            } else {
                int empty = 511 & ~(words[0] | words[1]);
                if (ply < 8)
                    for (int nth = below(9 - ply, &m->chance); nth > 0; nth--)
                        empty &= empty - 1;
                square = __builtin_ctz(empty);
            }
            record |= (int64_t)(square + 1) << 4 * ply;
            words[side] |= 1 << square;
            if (m->line[words[side]]) {
                result = side ? LOST : WON, end = LINE;
                break;
            }
            index += (1 + side) * POWERS[square];
        }
        m->results[result]++;
        records[done] = record | (int64_t)result << 36 | (int64_t)end << 38;
        static const int GAINS[3] = {-1, 1, 3};
        for (int i = 0; i < opened; i++) {
            int *beads = &m->beads[boxes[i]][colours[i]], gain = GAINS[result];
            if (*beads + gain < 0)
                gain = 0;
            *beads += gain;
            m->cups[colours[i]] -= gain;
            if (m->cups[colours[i]] < 0)
                m->cups[colours[i]] += 1000, m->bought[colours[i]] += 1000;
        }
    }
    return plays;
}
