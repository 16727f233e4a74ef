package models

import "testing"

func TestEmployment(t *testing.T) {
	t.Parallel()
	for stored, shown := range map[string]string{"full_time": "Full-time", "part_time": "Part-time",
		"contract": "Contract", "internship": "Internship", "Werkstudent": "Werkstudent",
		"working_student": "working_student", "": ""} {
		if got := EmploymentName(stored); got != shown {
			t.Errorf("%q is shown as %q, want %q", stored, got, shown)
		}
		if got := EmploymentOf(shown, ""); got != stored {
			t.Errorf("%q is read as %q, want %q", shown, got, stored)
		}
	}
	for typed, want := range map[string]string{"full-time": "full_time", "FULL TIME": "full_time",
		"part_time": "part_time", "Full-time job": "Full-time job"} {
		if got := EmploymentOf(typed, "contract"); got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
	if got := EmploymentOf("Full-time", "Full-time"); got != "Full-time" {
		t.Errorf("what an integration stored becomes %q", got)
	}
}
