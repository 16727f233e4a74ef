package cli

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A word is completed by commands, then by flags, then by what a flag takes.
func TestComplete(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	for _, c := range []struct{ line, want string }{
		{"inv", "invitations"},
		{"invitations ", "list show"},
		{"invitations l", "list"},
		{"invitations list --st", "--state"},
		{"invitations list --state in", "invited in_progress"},
		{"invitations list --state=in", "--state=invited --state=in_progress"},
		{"interviews list --org acme --status sched", "scheduled"},
		{"keys create --full-access --scope interviews:", "interviews:read interviews:write"},
		{"completion ", "bash zsh fish"},
		{"people list --availability ", "painted personal"},
		{"apply --file ", ""}, // files are the shell's
		{"interviews show ", ""},
		{"comp", "completion"}, // not the command that the scripts call
		{"nonsense", ""},
	} {
		var got []string
		for line := range strings.Lines(x.must(append([]string{"complete", "--"}, strings.Split(c.line, " ")...)...)) {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, word)
		}
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%q is completed by %q, want %q", c.line, got, want)
		}
	}
	x.mistaken("must be one of", "completion", "tcsh")
}

// Each shell that is installed reads its script.
func TestCompletion_scripts(t *testing.T) {
	t.Parallel()
	x := newTerminal(t)
	for shell := range completions {
		script := x.must("completion", shell)
		path, err := exec.LookPath(shell)
		if err != nil && os.Getenv("CI") != "true" {
			t.Logf("%s is not installed", shell)
			continue
		}
		must(t, err)
		read := exec.CommandContext(t.Context(), path, "-n")
		read.Stdin = strings.NewReader(script)
		var said bytes.Buffer
		read.Stderr = &said
		if err := read.Run(); err != nil {
			t.Errorf("%s does not read its script: %v\n%s", shell, err, said.String())
		}
	}
}

// The script of bash completes the word before the cursor by what the program answers.
func TestCompletion_bash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil && os.Getenv("CI") != "true" {
		t.Skip("bash is not installed")
	}
	must(t, err)
	script := newTerminal(t).must("completion", "bash") + `
litmus() { [[ "$1 $2 $3 $4" == "complete -- invitations l" ]] && printf 'list\twhat\nlast\tit says\nshow\tof each\n'; }
COMP_LINE="litmus invitations l" COMP_POINT=20
_litmus
printf '%s\n' "${COMPREPLY[@]}"`
	said, err := exec.CommandContext(t.Context(), bash, "-c", script).CombinedOutput()
	if err != nil || string(said) != "list\nlast\n" {
		t.Errorf("bash completes %q: %v", said, err)
	}
}
