package cli

import (
	"io"
	"slices"

	"github.com/alecthomas/kong"
)

// Invocation is a command line as the program understands it.
type Invocation struct {
	Command string         // with its arguments' names, such as "keys revoke <id>"
	Flags   map[string]any // by name, with the value in force
}

// Parse reads a command line without running it, so that whoever writes one down, a compose file or a page, can prove
// that it is one.
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

// Variables are the environment variables of the service with their defaults; what the Temporal client and
// OpenTelemetry read is not among them.
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
		// whose URLs take none
		return v.name == name && (v.secret || v.urlSecret && v.name != "LITMUS_MEETING" && v.name != "LITMUS_NOTETAKER")
	})
}

// CheckEnvironment returns the error that a command would end with under that environment, nil when it is well formed.
func CheckEnvironment(environment map[string]string) error {
	_, err := loadConfig(func(name string) (string, bool) {
		value, set := environment[name]
		return value, set
	})
	return err
}
