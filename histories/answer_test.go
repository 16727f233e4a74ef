package histories

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// answer is the answer to a call: an HTTP status and a body. Calls of the store have one too; their refusals get the
// status that a door would give them.
type answer struct {
	status int
	body   []byte
}

func (a answer) String() string {
	return fmt.Sprintf("%d %s", a.status, strings.TrimSpace(string(a.body)))
}

// into decodes the body. Anything that does not fit is left zero, and the comparison with the wanted value fails.
func (a answer) into(v any) { _ = json.Unmarshal(a.body, v) }

func (a answer) errorText() string {
	var e struct{ Error string }
	a.into(&e)
	return e.Error
}

// differs says how the body differs from the wanted one, or returns "". At the top level, additional fields are allowed
// (§9).
func (a answer) differs(want any) string {
	text, err := json.Marshal(want)
	if err != nil {
		return err.Error()
	}
	var w, g any
	if err := json.Unmarshal(text, &w); err != nil {
		return err.Error()
	}
	if err := json.Unmarshal(a.body, &g); err != nil {
		return "the body is not JSON: " + err.Error()
	}
	return differ("", w, g)
}

func differ(where string, want, got any) string {
	wm, wok := want.(map[string]any)
	gm, gok := got.(map[string]any)
	if wok && gok {
		for _, k := range slices.Sorted(maps.Keys(wm)) {
			v, there := gm[k]
			if !there {
				return fmt.Sprintf("%s.%s is missing, want %v", where, k, wm[k])
			}
			if why := differ(where+"."+k, wm[k], v); why != "" {
				return why
			}
		}
		return ""
	}
	wl, wok := want.([]any)
	gl, gok := got.([]any)
	if wok && gok {
		for n := range wl {
			if n >= len(gl) {
				return fmt.Sprintf("%s has %d entries, want %d: %s is missing", where, len(gl), len(wl), brief(wl[n]))
			}
			if why := differ(fmt.Sprintf("%s[%d]", where, n), wl[n], gl[n]); why != "" {
				return why
			}
		}
		if len(gl) > len(wl) {
			return fmt.Sprintf("%s has %d entries, want %d: %s is unexpected",
				where, len(gl), len(wl), brief(gl[len(wl)]))
		}
		return ""
	}
	if !reflect.DeepEqual(want, got) {
		return fmt.Sprintf("%s is %s, want %s", where, brief(got), brief(want))
	}
	return ""
}

func brief(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
