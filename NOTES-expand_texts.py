"""One-way helper (not for the repository): TXT "..." lines become BCI cards, lines over 72 are told."""
import sys
for path in sys.argv[1:]:
    out = []
    for n, line in enumerate(open(path).read().splitlines(), 1):
        if line[7:11] == "TXT ":
            text = line[11:].strip()
            assert text[0] == '"' and text[-1] == '"', (path, n)
            text = text[1:-1]
            text += " " * (-len(text) % 6)
            label = line[:6]
            while text:
                part, text = text[:54], text[54:]
                out.append(f"{label:<6} BCI {len(part)//6},{part}")
                label = ""
        else:
            out.append(line)
        if len(out[-1]) > 72:
            print(path, n, "long:", out[-1])
    open(path, "w").write("\n".join(out) + "\n")
