package models_test

import (
	"strings"
	"testing"

	"litmus/models"
)

func TestNewReason(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		tell bool
		want *models.Reason
	}{
		{"", true, nil},
		{" \r\n\t", true, nil},
		{"ill", false, &models.Reason{Text: "ill", Audience: models.AudienceTeam}},
		{"  our\r\noffice\x00 is\tclosed ", true,
			&models.Reason{Text: "our office is closed", Audience: models.AudienceCandidate}},
		{strings.Repeat("ö", 500), false,
			&models.Reason{Text: strings.Repeat("ö", 500), Audience: models.AudienceTeam}},
	} {
		got, err := models.NewReason(c.text, c.tell)
		if err != nil || (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%q is %+v, %v, want %+v", c.text, got, err, c.want)
		}
	}
	if _, err := models.NewReason(strings.Repeat("ö", 501), true); models.KindOf(err) != models.Invalid {
		t.Errorf("501 characters: %v, want it to be invalid", err)
	}
}

func TestReasonOfAChange(t *testing.T) {
	t.Parallel()
	var none *models.Reason
	if none.At(3) != nil || none.ToCandidate() {
		t.Error("no reason became one")
	}
	given := &models.Reason{Text: "ill", Audience: models.AudienceTeam}
	if at := given.At(3); at.Revision != 3 || given.Revision != 0 {
		t.Errorf("the reason is of revision %d, and the one that was given of %d, want 3 and 0", at.Revision,
			given.Revision)
	}
	if given.ToCandidate() {
		t.Error("a reason for the team is told to the candidate")
	}
}
