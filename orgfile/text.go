package orgfile

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"litmus/models"
)

// text reads a scalar as it is written. It returns false if there is none.
func (v value) text() (string, bool) {
	if !v.is(yaml.ScalarNode, "text") {
		return "", false
	}
	if strings.ContainsRune(v.node.Value, 0) { // PostgreSQL cannot store it
		v.problem("the text holds a NUL character; remove it")
		return "", false
	}
	return v.node.Value, true
}

// long reads text of several lines.
func (v value) long() string {
	s, _ := v.text()
	return s
}

// phrase reads a name or a title: one line of at most 300 characters, since it may be put into a subject.
func (v value) phrase() string {
	s, ok := v.text()
	s = strings.TrimSpace(s)
	if !ok {
		return ""
	}
	if strings.ContainsAny(s, "\n\r\u0085\u2028\u2029") {
		v.problem("the text has several lines; expected one")
		return ""
	}
	s, err := models.CleanName("the text", s)
	if err != nil {
		v.refused(err)
	}
	return s
}

// jobTitle reads the title of somebody's work: a [value.phrase] of at most 100 characters.
func (v value) jobTitle() string {
	s, err := models.ParseJobTitle("the title", v.phrase())
	if err != nil {
		v.refused(err)
	}
	return s
}

// choice reads one of the allowed words. It returns otherwise if it is absent.
func (v value) choice(otherwise string, allowed ...string) string {
	s, ok := v.text()
	switch {
	case !ok:
		return otherwise
	case slices.Contains(allowed, s):
		return s
	}
	v.problem("%s is unknown; expected %s", models.Quote(s), orList(allowed))
	return otherwise
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return fmt.Sprintf("%s or %s", strings.Join(words[:last], ", "), words[last])
}
