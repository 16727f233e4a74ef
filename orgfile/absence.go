package orgfile

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"litmus/models/setup"
	"litmus/models/timetable"
)

// readAbsences reads when people are away, also people whom the file does not declare. How many one person may have
// counts with those that are stored, so applying the file decides it.
func (f *file) readAbsences(v value) {
	days := newIndex("absence")
	for _, item := range v.items("email") {
		o, ok := item.object("email", "from", "to", "why")
		if !ok {
			continue
		}
		a := setup.Absence{Email: o.required("email", "an email address").email()}
		from := o.required("from", "a date such as 2026-12-24")
		request := timetable.AbsenceRequest{From: from.date(), To: o.get("to").date(), Reason: o.get("why").long()}
		var err error
		if a.Absence, err = request.Validate(); err != nil && request.From != "" {
			item.refused(err)
			continue
		}
		days.add(strings.TrimSpace(a.Email+" "+a.Days()), from)
		f.setup.Absences = append(f.setup.Absences, a)
	}
}

// date reads a date, which YAML may take for an instant, as it is written; "" if it is absent or none.
func (v value) date() string {
	if !v.is(yaml.ScalarNode, "a date such as 2026-12-24") {
		return ""
	}
	if _, err := timetable.ParseDate("the value", v.node.Value); err != nil {
		v.refused(err)
		return ""
	}
	return v.node.Value
}

func absenceNode(a setup.Absence) *yaml.Node {
	m := &mapping{}
	m.text("email", a.Email)
	m.text("from", a.First)
	m.text("to", a.Last)
	m.text("why", a.Reason)
	return m.flow()
}
