/* The Pegasus program in plain C: what machines/pegasus/kernels.py is measured beside.

   Positions, choices and what follows are handed in (machines/pegasus/tables.py); chances are
   doubles, reinforced as in the trial runs (fixed origin).  Chance is sfc32, its state in a struct:
   then the plays are the same ones, and the bench compares the records. */

#include <stdint.h>

enum { POSITIONS = 1024 };

typedef struct { uint32_t a, b, c, counter; } Chance;
typedef struct {
    Chance chance;
    int32_t learns[2];
    double multipliers[9]; /* by moves from the end */
    double chances[POSITIONS][9];
    uint8_t choices[POSITIONS]; /* 0: the play stops here */
    int16_t following[POSITIONS][9];
    int8_t results[POSITIONS]; /* 1, 0, -1 for Nought */
} Pegasus;

static inline uint32_t word(Chance *s)
{
    uint32_t made = s->a + s->b + s->counter++;
    s->a = s->b ^ s->b >> 9;
    s->b = s->c + (s->c << 3);
    s->c = (s->c << 21 | s->c >> 11) + made;
    return made;
}

static void reinforce(double *chances, int count, int choice, double multiplier)
{
    double rest = 0;
    for (int i = 0; i < count; i++)
        if (i != choice)
            rest += chances[i];
    chances[choice] *= multiplier;
    double share = 1 / (rest + chances[choice]);
    for (int i = 0; i < count; i++) {
        chances[i] *= share;
        if (chances[i] < 1e-9)
            chances[i] = 1e-9;
    }
}

long pegasus(Pegasus *p, long plays, int64_t *records)
{
    for (long play = 0; play < plays; play++) {
        int path[9], chosen[9], made = 0, position = 0;
        int64_t record = 0;
        while (p->choices[position]) {
            double point = word(&p->chance) * 0x1p-32;
            int choice = 0;
            while (choice < p->choices[position] - 1 && point >= p->chances[position][choice])
                point -= p->chances[position][choice++];
            record |= (int64_t)choice << 4 * made;
            path[made] = position, chosen[made++] = choice;
            position = p->following[position][choice];
        }
        int result = p->results[position];
        records[play] = record | (int64_t)made << 32 | (int64_t)(result + 1) << 36;
        if (result)
            for (int move = 0; move < made; move++)
                if (p->learns[move & 1]) {
                    double multiplier = p->multipliers[made - move];
                    if ((move & 1 ? -result : result) < 0)
                        multiplier = 1 / multiplier;
                    reinforce(p->chances[path[move]], p->choices[path[move]], chosen[move],
                              multiplier);
                }
    }
    return plays;
}
