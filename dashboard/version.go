package dashboard

import (
	"strconv"

	"litmus/models"
)

// shownVersion returns the version of the record that the form showed.
func (v *visit) shownVersion() (int64, error) {
	n, err := strconv.ParseInt(v.field("version"), 10, 64)
	if err != nil {
		return 0, models.Invalidf("the form is incomplete; load its page again")
	}
	return n, nil
}
