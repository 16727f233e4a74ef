package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/workflows"
)

type completionCommand struct {
	Shell string `arg:"" help:"bash, zsh or fish." enum:"bash,zsh,fish"`
}

// completions are the scripts by shell. Each asks the program that is being typed for what may follow; where that knows
// nothing, the shell offers files.
var completions = map[string]string{
	// Bash cuts words at colons and equals signs, so the script cuts the line itself.
	"bash": `_litmus() {
  local line=${COMP_LINE:0:COMP_POINT} words word
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[${#words[@]}-1]}
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null | cut -f 1)" -- "$word"))
  COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*[:=]}"}"}")
}
complete -o default -F _litmus litmus
`,
	"zsh": `#compdef litmus
_litmus() {
  local -a found
  local value help
  while IFS=$'\t' read -r value help; do
    found+=("${value//:/\\:}${help:+:$help}")
  done < <("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( $#found )); then _describe -V litmus found; else _files; fi
}
compdef _litmus litmus
`,
	"fish": `function __litmus
  set -l words (commandline -opc)
  $words[1] complete -- $words[2..] (commandline -ct) 2>/dev/null
end
complete -c litmus -f -a '(__litmus)'
complete -c litmus -n 'not count (__litmus) >/dev/null' -F
`,
}

// Help says how the script is loaded.
func (completionCommand) Help() string {
	return "Load it where the shell begins:\n\n" +
		"  ~/.bashrc                      source <(litmus completion bash)\n" +
		"  ~/.zshrc, after compinit       source <(litmus completion zsh)\n" +
		"  ~/.config/fish/config.fish     litmus completion fish | source\n"
}

// Run prints the script.
func (cmd *completionCommand) Run(a *app) error {
	_, err := fmt.Fprint(a.stdout, completions[cmd.Shell])
	return err
}

type completeCommand struct {
	Words []string `arg:"" optional:"" passthrough:""`
}

// Run prints what may stand in the place of the last word: a line each, and behind a tab what it means.
func (cmd *completeCommand) Run(a *app) error {
	words := cmd.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, c := range complete(a.grammar, words) {
		if _, err := fmt.Fprintf(a.stdout, "%s\t%s\n", c.word, c.help); err != nil {
			return err
		}
	}
	return nil
}

// completed is a word that may be typed.
type completed struct{ word, help string }

// words are what the flags and arguments of that name take, other than those whose grammar says it.
var flagWords = map[string][]string{"status": models.Statuses, "state": candidacy.CandidateStates,
	"scope": access.Scopes, "queues": {workflows.QueueInterviews, workflows.QueueEffects}}

// complete returns what may stand in the place of the last word and begins with it. It is empty where only the user
// knows: a file, an id.
func complete(at *kong.Node, words []string) (out []completed) {
	if len(words) == 0 {
		words = []string{""}
	}
	var takes *kong.Value // the flag whose value comes next
	for _, word := range words[:len(words)-1] {
		switch name, _, whole := strings.Cut(word, "="); {
		case takes != nil:
			takes = nil
		case strings.HasPrefix(word, "-"):
			if f := flagOf(at, name); f != nil && !f.IsBool() && !whole {
				takes = f.Value
			}
		default:
			at = childOf(at, word)
		}
	}
	last := words[len(words)-1]
	add := func(word, help string) {
		if strings.HasPrefix(word, last) {
			out = append(out, completed{word, strings.ReplaceAll(help, "\n", " ")})
		}
	}
	name, _, whole := strings.Cut(last, "=")
	if f := flagOf(at, name); takes == nil && whole && f != nil {
		for _, v := range valuesOf(f.Value) {
			add(name+"="+v, "")
		}
		return out
	}
	if takes != nil {
		for _, v := range valuesOf(takes) {
			add(v, "")
		}
		return out
	}
	for _, child := range at.Children {
		if !child.Hidden && child.Type == kong.CommandNode {
			add(child.Name, child.Help)
		}
	}
	for _, v := range at.Positional {
		for _, value := range valuesOf(v) {
			add(value, "")
		}
	}
	if strings.HasPrefix(last, "-") || at.Leaf() && len(at.Positional) == 0 {
		for _, group := range at.AllFlags(true) {
			for _, f := range group {
				add("--"+f.Name, f.Help)
			}
		}
	}
	return out
}

// flagOf is the flag of the command, or of one that it belongs to; nil if there is none.
func flagOf(at *kong.Node, name string) *kong.Flag {
	for _, group := range at.AllFlags(true) {
		for _, f := range group {
			if "--"+f.Name == name {
				return f
			}
		}
	}
	return nil
}

// childOf is the command of that name, or the same for an argument.
func childOf(at *kong.Node, name string) *kong.Node {
	for _, child := range at.Children {
		if child.Name == name {
			return child
		}
	}
	return at
}

// valuesOf are the words that a flag or an argument takes, none where they are not known.
func valuesOf(v *kong.Value) []string {
	if v.Enum == "" {
		return flagWords[v.Name]
	}
	return slices.DeleteFunc(v.EnumSlice(), func(one string) bool { return one == "" })
}
