package litmus_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const smallContract = `# The contract

## 2. Resources

### Interview object

| Field | Type |
|---|---|
| id | string |
| from, to | string |

### Submission

| Field | Type |
|---|---|
| score | number |

## 3. States

| No. | From |
|---|---|
| T1 | scheduled |

## 4. Endpoints

### Interviews

**Book**: a booking.

Rules for bookings:

1. One.
2. Two.
3. Three.

**Cancel**: an end.

### Availability

| Call | Path |
|---|---|
| GET slots | ` + "`/slots`" + ` |

**Slots**, rules:

1. One.
2. Two.

## 7. Errors

| Status | error |
|---|---|
| 404 | ` + "`posting_id not found`" + ` |
`

// papersOfTest are a small contract, decisions 1, 2 and 4, D1, D2 and D4, and T1 and T2.
func papersOfTest() papers {
	p := papers{records: map[int]bool{3: true}}
	p.sections = readContract(smallContract)
	p.readDecisions("# Decisions\n\n1. One.\n2. Two,\n   wrapped.\n\n## More\n\n4. Four.\n")
	p.readHeadings("D", "# The dashboard\n\n## D1 One\n\nBy D1.\n\n## D2 Two\n\n### D3\n\n## D4 Four\n")
	p.readHeadings("T", "# The tools\n\n## T1 One\n\n## T2 Two\n")
	return p
}

// A citation that leads to nothing is told so: TestCitations can fail.
func TestCitationsFail(t *testing.T) {
	t.Parallel()
	p := papersOfTest()
	for text, want := range map[string]string{
		"decision 3":                     "there is no decision 3 (the last one is 4)",
		"Decision 5: it":                 "there is no decision 5",
		"decisions 1, 2 and 9":           "there is no decision 9",
		"decisions 1 and 3, and more":    "there is no decision 3",
		"decisions 1 to 4":               "there is no decision 3",
		"decisions 2,\n\t// 3 and 4":     "there is no decision 3",
		"func TestDecision3Cancel":       "there is no decision 3",
		"§1":                             "the contract has no §1",
		"§40 rule 3":                     "the contract has no §40",
		"§4 rule 9":                      "there is no number 9 in the list of §4",
		"§4 rules 1, 2 and 9":            "there is no number 9 in the list of §4",
		"§4.9":                           "there is no number 9 in the list of §4",
		"§4 Slots rule 3":                "there is no number 3 in the list of §4 Slots",
		"§4 availability rule 3":         "there is no number 3 in the list of §4 availability",
		"§4 Cancel rule 1":               "there is no number 1 in the list of §4 Cancel",
		"§4, Book, rule 4":               "there is no number 4 in the list of §4 Book",
		"§4 Rebook":                      `§4 of the contract has no heading and no row "Rebook"`,
		"§4, Interview":                  `§4 of the contract has no heading and no row "Interview"`, // half a word
		"§4 PUT slots":                   `§4 of the contract has no heading and no row "PUT slots"`,
		"§3 T2":                          `§3 of the contract has no heading and no row "T2"`,
		"§7 409":                         `§7 of the contract has no heading and no row "409"`,
		"§2 Submission.id":               `Submission in §2 of the contract has no field "id"`,
		"§7 round_id not found":          `§7 of the contract has no heading and no row "round_id"`,
		"D3":                             "there is no D in docs/dashboard.md 3 (the last one is 4)",
		"D1, (D9)":                       "there is no D in docs/dashboard.md 9",
		"D1 to D4":                       "there is no D in docs/dashboard.md 3",
		"D2 to\n\t// D5":                 "there is no D in docs/dashboard.md 3, 5",
		"T3":                             "there is no T in docs/tools.md 3 (the last one is 2)",
		"(T1, §3 T1, T9: it)":            "there is no T in docs/tools.md 9",
		"ADR 2":                          "there is no record of architecture 2",
		"docs/adr/0002-small":            "there is no record of architecture 2",
		"as rule 2 says":                 "which section's rule is it?",
		"§4 and, further down, rules 2 ": "which section's rule is it?",
		"as issue 4 promises":            "this paper is not in the repository",
		"see running.md":                 "this paper is not in the repository",
	} {
		n, problems := p.citations(proseOf("first\n\n" + text + "\nlast"))
		if n == 0 || len(problems) != 1 || !strings.HasPrefix(problems[0], "3: ") ||
			!strings.Contains(problems[0], want) {
			t.Errorf("%q: of %d citations the problems are %q, want one of line 3 that says %q",
				text, n, problems, want)
		}
	}
	for text, want := range map[string]int{
		"§4 rule 3, §2 and §3 T1: decision 2 (ADR 3)":               5,
		"§4 Slots rules 1 and 2; §4 availability rule 2":            2,
		"§4 Book, rule 3, decisions 1,\n-- 2 and 4 (docs/adr/0003)": 3,
		"§4 interviews\n# rule 2; §4, from the list; §7 says":       3,
		"§2 Interview.from and §4 GET slots, §7 404 for that id":    3,
		"§7 posting_id not found, TestDecision4Cancel, decision 1s": 3,
		"D1, D2 and D4; by D1 to D2, `D4`":                          5,
		"%D9%A5, AD3, D3x, 0xD3, D, D-3, UUID3":                     0,
		"T1, T2 and T1 to T2; (T1): T2: it":                         5,
		"2031-03-03T9:00, `T9:00:00Z`, T-shirt, | T9 |":             0,
		"decisions are made; a rule; two decisions; § of RFC 5545":  0,
	} {
		if n, problems := p.citations(proseOf(text)); n != want || len(problems) != 0 {
			t.Errorf("%q has %d citations, want %d, and the problems are %q", text, n, want, problems)
		}
	}
	t.Run("in every kind of file, by its name and line", func(t *testing.T) {
		t.Parallel()
		root := t.TempDir()
		want := []string{}
		for name, text := range map[string]string{
			"below/x.go": "package x\n\n// decision 3",
			"x.sql":      "select 1;\n\n-- decision 3",
			"x.yaml":     "a: 1\nb: 2 # two\n# decision 3",
			"x.yml":      "a: 1\n\n# decision 3",
			"x.md":       "# X\n\nBy decision 3.",
			"x.txt":      "a\nb\ndecision 3",
		} {
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if name != "x.txt" {
				want = append(want, name+`:3: "decision 3": there is no decision 3 (the last one is 4)`)
			}
		}
		found, err := p.citationsBelow(root)
		got := found.problems
		slices.Sort(want)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("the problems are\n%s\nwant\n%s\n(%v)", strings.Join(got, "\n"), strings.Join(want, "\n"), err)
		}
	})
	t.Run("a decision that no test cites", func(t *testing.T) {
		t.Parallel()
		root := t.TempDir()
		for name, text := range map[string]string{
			"x.go":      "package x\n\n// decisions 1 to 3,\n// and decision 4",
			"x_test.go": "package x\n\n// decisions 1,\n// and 3\nfunc TestDecision4() {}",
			"x.md":      "By decision 2.",
		} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, err := p.citationsBelow(root)
		want := []string{"x.go: decision 2 is cited by no test: cite it in the one that holds it"}
		if got := found.untested(); err != nil || !slices.Equal(got, want) {
			t.Errorf("the problems are %q, want %q (%v)", got, want, err)
		}
	})
	t.Run("a heading that no test cites", func(t *testing.T) {
		t.Parallel()
		root := t.TempDir()
		for name, text := range map[string]string{
			"x.go":      "package x\n\n// D1, D2 and D4",
			"x_test.go": "package x\n\n// D1 and\n// D4, T1, §3 T1",
			"x.md":      "By D2.",
		} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		found, err := p.citationsBelow(root)
		want := []string{"docs/dashboard.md: D2 is cited by no test: cite it in the one that holds it",
			"docs/tools.md: T2 is cited by no test: cite it in the one that holds it"}
		if got := p.unheld(found); err != nil || !slices.Equal(got, want) || len(found.problems) > 0 {
			t.Errorf("the problems are %q and %q, want %q (%v)", got, found.problems, want, err)
		}
	})
	t.Run("a heading that is there twice", func(t *testing.T) {
		t.Parallel()
		p := papers{}
		p.readHeadings("D", "## D1 One\n## D3 Three\n\n## D2 Two\n## D3 Again\n")
		want := []string{"docs/dashboard.md:4: D2 stands behind D3", "docs/dashboard.md:5: D3 stands behind D3"}
		if !slices.Equal(p.problems, want) {
			t.Errorf("the problems are %q, want %q", p.problems, want)
		}
	})
	t.Run("a decision that is there twice, or shown with another number", func(t *testing.T) {
		t.Parallel()
		for text, want := range map[string]string{
			"1. One.\n2. Two.\n\n## More\n\n1. Another.\n": ":6: decision 1 is there twice",
			"1. One.\n3. Three.\n4. Four.\n":               ":2: decision 3 follows 1 and is shown as 2: put a heading between them",
		} {
			p := papers{}
			p.readDecisions(text)
			if want := []string{decisionsFile + want}; !slices.Equal(p.problems, want) {
				t.Errorf("%q: the problems are %q, want %q", text, p.problems, want)
			}
		}
	})
}
