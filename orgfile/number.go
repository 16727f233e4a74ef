package orgfile

import (
	"strconv"

	"go.yaml.in/yaml/v3"

	"litmus/models"
)

// integer reads a whole number from low to high. It returns otherwise if it is absent.
func (v value) integer(otherwise, low, high int) int {
	if !v.is(yaml.ScalarNode, "a whole number") {
		return otherwise
	}
	n, err := strconv.Atoi(v.node.Value)
	if v.node.ShortTag() != "!!int" || err != nil || n < low || n > high {
		v.problem("%s is not right; expected a whole number from %d to %d%s", models.Quote(v.node.Value), low, high,
			v.unquoted())
		return otherwise
	}
	return n
}

// number reads a number from low to high, or nil if it is absent.
func (v value) number(low, high float64) *float64 {
	if !v.is(yaml.ScalarNode, "a number") {
		return nil
	}
	n, err := strconv.ParseFloat(v.node.Value, 64)
	tag := v.node.ShortTag()
	if tag != "!!int" && tag != "!!float" || err != nil || !(n >= low && n <= high) { // negated to refuse NaN too
		v.problem("%s is not right; expected a number from %.0f to %.0f%s", models.Quote(v.node.Value), low, high,
			v.unquoted())
		return nil
	}
	return &n
}

// boolean reads true or false. It returns otherwise if it is absent.
func (v value) boolean(otherwise bool) bool {
	if !v.is(yaml.ScalarNode, "true or false") {
		return otherwise
	}
	b, err := strconv.ParseBool(v.node.Value)
	if v.node.ShortTag() != "!!bool" || err != nil {
		v.problem("%s is neither; expected true or false%s", models.Quote(v.node.Value), v.unquoted())
		return otherwise
	}
	return b
}

// unquoted returns a hint for a number or a boolean that is in quotes.
func (v value) unquoted() string {
	if v.node.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		return ", without quotes"
	}
	return ""
}
