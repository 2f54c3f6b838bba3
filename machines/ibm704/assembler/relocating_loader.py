"""The loader in front of a deck with relocatable cards: five cards, in the top 128 words.

It reads absolute cards as the other loader does (``loader``, which says how the first card reads
itself), relocatable ones (``rows``), and place cards: where location 0 of the relocatable cards
that follow goes, 0 without any.  The first card reads the four others, 24 words each, to 77600.

A card whose check sum is blank is taken without it.  The stops are those of the other loader.

A relocatable card's words are first brought to their locations, all of them, for 744 microseconds
after the left half of a row comes the right; then the fields that its 8 row marks are relocated.
The program finds index registers B and C changed, AC overflow off, and AC, MQ as the last card
left them.
"""

from functools import cache

from devices.media.card import Card
from machines.ibm704.assembler.loader import self_loading_cards

RELOCATING_CARDS = 5

SOURCE = """
*      THE RELOCATING LOADER.
       ORG 32640          77600 OCTAL, THE TOP 128 WORDS
*      SECOND TO FIFTH CARD, 96 WORDS
STRANG HPR 3778           07302, NO BINARY CARD
READ   RCD                THE NEXT CARD
       CPY HEAD           9 LEFT, WORD COUNT AND FIRST ADDRESS
       TRA CARD
       HPR 3779           07303, NO MORE CARDS AND NO TRANSFER CARD
       TRA READ
CARD   CPY SUM            9 RIGHT, CHECK SUM
       LXD HEAD,4         WORD COUNT TO INDEX REGISTER C
       TXH STRANG,4,22    MORE THAN 22, NO BINARY CARD
       STZ MOVE           AN ABSOLUTE CARD STAYS WHERE IT IS
       LDQ HEAD
       RQL 1              ITS BIT 1 IS MQS SIGN
       TQP FIXED
       CLA AMOVE
       STO MOVE
FIXED  CLA HEAD
       ARS 18             WORD COUNT
       ADD HEAD           AND FIRST ADDRESS
       ADD MOVE           AND PLACE
       STA WORDS          IS ONE PAST THE LAST WORD
       STA GETD
       STA PUTD
       STA GETA
       STA PUTA
       STA START          OR, COUNT 0, WHERE TO START
       CAL HEAD           THE SUM BEGINS WITH 9 LEFT
       TZE STRANG         BLANK, NO BINARY CARD
       TXL TRY,4,0        TRANSFER AND PLACE CARDS HAVE NO WORDS
       TQP WORDS
       CAD BITS           8 LEFT AND RIGHT, HOW TO RELOCATE
       CAD BITS+1
WORDS  CAD **,4           A WORD TO ITS PLACE AND INTO THE SUM
       TIX WORDS,4,1
TRY    SLW FOUND
       CLA SUM
       TZE RIGHT          WITHOUT A CHECK SUM
       CAS FOUND
       TRA WRONG
       TRA RIGHT
WRONG  HPR 3777           07301, THE SUM IS WRONG
       TRA READ
RIGHT  LXD HEAD,4
       TXL NONE,4,0
       LDQ HEAD
       RQL 1
       TQP READ           AN ABSOLUTE CARD IS DONE
EACH   TSX TAKE,2         THE DECREMENT
       TZE ADDR           IS ABSOLUTE
       TSX TAKE,2
       PAX 0,2            B IS 0 OR, COMPLEMENTED, 1
GETD   CAL **,4
       ANA DMASK
       ACL DMOVE,2
PUTD   STD **,4
ADDR   TSX TAKE,2         THE ADDRESS LIKEWISE
       TZE DONE
       TSX TAKE,2
       PAX 0,2
GETA   CAL **,4
       ANA AMASK
       ACL AMOVE,2
PUTA   STA **,4
DONE   TIX EACH,4,1
       TRA READ
NONE   CAL HEAD
       ARS 33
       SUB THREE
       TNZ LEAVE
       CAL HEAD           BOTH BITS, A PLACE CARD
       ANA AMASK
       SLW AMOVE
       ALS 18
       SLW DMOVE
       CLA FULL
       SUB AMOVE
       STO AMOVE-1
       ALS 18
       SLW DMOVE-1
       TRA READ
LEAVE  TOV START          LGL BELOW TURNED IT ON
START  TRA **             THE PROGRAM
*      THE NEXT OF THE 72 BITS, TO AC
TAKE   LDQ BITS+1
       CAL BITS
       LGL 1              IT COMES INTO Q
       SLW BITS
       STQ BITS+1
       ARS 36
       TRA 1,2
       PZE
AMOVE  PZE                THE PLACE, BEFORE IT ITS COMPLEMENT
       PZE
DMOVE  PZE                THE SAME IN THE DECREMENT
DMASK  OCT 77777000000
FULL   OCT 100000
       PZE
       PZE
*      FIRST CARD, 10 WORDS
AMASK  OCT 77777
THREE  DEC 3
ALL    PZE 96
SECOND LTM                A TRAP WOULD LEAD ASTRAY
       LXA ALL,4
REST   RCD
NEXT   CPY STRANG+96,4
       TIX NEXT,4,1
       TRA READ
       TRA REST           END OF THE CARD
*      ITS OWN STORAGE, ON NO CARD
HEAD   BSS 1
SUM    BSS 1
FOUND  BSS 1
MOVE   BSS 1
BITS   BSS 2
       END SECOND
"""
"""The loader in SHARE symbolic code."""


@cache
def relocating_cards() -> tuple[Card, ...]:
    """The five cards in front of a deck."""
    return self_loading_cards(SOURCE)
