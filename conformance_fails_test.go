package litmus_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// soundPage and soundContract go together; soundTests are the tests that the page names.
const (
	soundPage = `# Conformance

## §3 States

| Clause | The contract's words | Tests |
|---|---|---|
| §3 T1 | "POST /interviews Valid request" gives "scheduled" | ` + "`pkg TestBook`<br>`pkg TestBook/by email`" + ` |
| §3 T2 | "canceled_at set" | ` + "`pkg TestCancel/twice`" + ` |

## §6 Events

| Clause | The contract's words | Tests |
|---|---|---|
| §6.1 | "Record the run start time" | ` + "`pkg TestCancel`" + ` |

## Nothing to test

- §3 "no notices"; "nor letters": advice to
  integrators.
`
	soundContract = "# API\n\n## 1. Service\n\nIt schedules.\n\n## 3. States\n\nTransitions shown:\n\n| From | " +
		"Trigger | To |\n|---|---|---|\n" +
		"| (none) | `POST /interviews` | Valid request. **scheduled** |\n| any | `DELETE` | `canceled_at` set; no " +
		"notices; nor letters. |\n\n## 6. Events\n\n1. Record the run\n   start time.\n\n## 10. Other\n\nNothing.\n"
	soundTests = `package pkg

import "testing"

func TestBook(t *testing.T) {
	t.Run("by email", func(t *testing.T) {})
	for _, c := range []string{"by id"} {
		_ = c
	}
}

func TestCancel(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
	}{{"twice", 2}, {name: "never", n: 0}} {
		t.Run(c.name, func(t *testing.T) {})
	}
	for name := range map[string]int{"by key": 1} {
		t.Run(name, func(t *testing.T) {})
	}
}

type suite struct{}

func (suite) TestMethod(t *testing.T) {}

func TestHelper(t *testing.T, n int) {}
func TestingNothing()              {}
`
)

// A page that is wrong in any way is told so: what holds docs/conformance.md can fail.
func TestConformanceFails(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "pkg"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "pkg", "x_test.go"), []byte(soundTests), 0o600); err != nil {
		t.Fatal(err)
	}
	problems := func(page, contract string) string {
		c := parseConformance(page)
		all := append(c.problems, c.withoutTests(testSources(root))...)
		return strings.Join(append(all, c.against(contract)...), "\n")
	}
	if got := problems(soundPage, soundContract); got != "" {
		t.Fatalf("a sound page has the problems\n%s", got)
	}
	for _, c := range []struct{ name, old, new, says string }{
		{"a clause without a test", "| `pkg TestCancel/twice` |", "| |", "§3 T2 has no test"},
		{"a test that is gone", "`pkg TestCancel`", "`pkg TestGone`", "§6.1: package pkg has no test TestGone"},
		{"a subtest that is gone", "TestBook/by email", "TestBook/by letter",
			`§3 T1: TestBook has no subtest "by letter"`},
		{"a text that names no subtest", "TestBook/by email", "TestBook/by id", `TestBook has no subtest "by id"`},
		{"a package that is gone", "`pkg TestCancel`", "`elsewhere TestCancel`", "no tests in package elsewhere"},
		{"a method that is no test", "`pkg TestCancel`", "`pkg TestMethod`", "has no test TestMethod"},
		{"a function that is no test", "`pkg TestCancel`", "`pkg TestHelper`", "has no test TestHelper"},
		{"a test that takes nothing", "`pkg TestCancel`", "`pkg TestingNothing`", "has no test TestingNothing"},
		{"a name that is none", "`pkg TestCancel`", "TestCancel", "is not `package TestName`"},
		{"a clause twice", "| §3 T2 |", "| §3 T1 |", "§3 T1 is there twice, first in line 7"},
		{"a clause below another heading", "| §6.1 |", "| §5.1 |", `called "§5.1" below the heading of §6`},
		{"a clause without a name", "| §6.1 |", "| |", `called ""`},
		{"a clause that quotes nothing", `"Record the run start time"`, "Record the run start time",
			"§6.1 quotes nothing"},
		{"a column too many", "| §6.1 |", "| §6.1 | once |", "4 columns"},
		{"other columns", "| Clause | The contract's words | Tests |\n|---|---|---|\n| §6",
			"| Clause | Words | Tests |\n|---|---|---|\n| §6", "the columns are Clause, Words, Tests"},
		{"words that the contract does not have", `"canceled_at set"`, `"canceled_at is set"`,
			`"canceled_at is set" is not in §3`},
		{"words of another section", `"canceled_at set"`, `"Record the run start time"`,
			`"Record the run start time" is not in §3`},
		{"half a word", `"canceled_at set"`, `"at set"`, `§3 T2: "at set" is not in §3`},
		{"a sentence of the contract that is missing", `; "nor letters"`, "", `says "nor letters"`},
		{"a reason that is missing", ": advice to\n  integrators.", "", "is not: - §N"},
		{"no table", "|", "", "no clauses"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := 1
			if c.name == "no table" {
				n = -1
			}
			page := strings.Replace(soundPage, c.old, c.new, n)
			if page == soundPage {
				t.Fatalf("the sound page lacks %q", c.old)
			}
			if got := problems(page, soundContract); !strings.Contains(got, c.says) {
				t.Errorf("the problems are\n%s\nwant one that says %q", got, c.says)
			}
		})
	}
	t.Run("a sentence that the contract got", func(t *testing.T) {
		t.Parallel()
		if got := problems(soundPage, strings.Replace(soundContract, "start time.", "start time. Then wait.",
			1)); !strings.Contains(got, `§6 of the contract says "Then wait"`) {
			t.Errorf("the problems are\n%s", got)
		}
	})
	for _, name := range []string{"never", "by key"} { // each way to name a subtest
		t.Run("finds the subtest "+name, func(t *testing.T) {
			t.Parallel()
			if got := problems(strings.Replace(soundPage, "TestCancel/twice", "TestCancel/"+name, 1),
				soundContract); got != "" {
				t.Errorf("the problems are\n%s", got)
			}
		})
	}
}
