package tools

// Scopes are what a key needs one of, by the name of each tool that is there without a test clock.
func Scopes() map[string][]string {
	out := map[string][]string{}
	for _, t := range tools {
		if !t.clock {
			out[t.name] = t.anyOf
		}
	}
	return out
}

// AnswerType is the component of openapi.yaml that the answers of a tool fit.
func AnswerType(name string) string { return toolNamed(name).out }
