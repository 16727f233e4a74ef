package cli

import (
	"io"
	"slices"

	"github.com/alecthomas/kong"
)

// Invocation is a parsed command line.
type Invocation struct {
	Command string         // with the names of its arguments, such as "keys revoke <id>"
	Flags   map[string]any // values by name, defaults included
}

// Parse parses a command line without running it, so that tests can check the command lines in documents and in the
// compose file.
func Parse(args ...string) (Invocation, error) {
	var c commands
	parser, err := kong.New(&c, kong.Name("litmus"), vars, kong.Writers(io.Discard, io.Discard),
		kong.Exit(func(int) {}))
	if err != nil {
		return Invocation{}, err
	}
	run, err := parser.Parse(args)
	if err != nil {
		return Invocation{}, err
	}
	i := Invocation{Command: run.Command(), Flags: map[string]any{}}
	for _, f := range run.Flags() {
		i.Flags[f.Name] = run.FlagValue(f)
	}
	return i, nil
}

// Variables returns the environment variables of the service with their defaults, without those that the Temporal
// client and OpenTelemetry read.
func Variables() map[string]string {
	out := make(map[string]string, len(variables))
	for _, v := range variables {
		out[v.name] = v.fallback
	}
	return out
}

// IsSecret reports whether a variable's value is a credential, or a URL that may hold one.
func IsSecret(name string) bool {
	return slices.ContainsFunc(variables, func(v variable) bool {
		if v.name == "LITMUS_MEETING" || v.name == "LITMUS_NOTETAKER" {
			return false // their URLs take no credentials
		}
		return v.name == name && (v.secret || v.urlSecret)
	})
}

// CheckEnvironment returns the error that a command would end with in that environment, nil if it is well formed.
func CheckEnvironment(environment map[string]string) error {
	_, err := loadConfig(func(name string) (string, bool) {
		value, set := environment[name]
		return value, set
	})
	return err
}
