package act

import (
	"testing"

	"litmus/models"
	"litmus/models/desk"
)

// TestCheckShown proves that a form which shows an older row is refused (D11).
func TestCheckShown(t *testing.T) {
	t.Parallel()
	i := desk.Scheduled()
	if err := CheckShown(i, i.Revision); err != nil {
		t.Errorf("the row as it is: %v", err)
	}
	desk.WantRefusal(t, "an older row", models.Conflict, "was changed at")(CheckShown(i, i.Revision-1))
}
