package db

// ApplyKey is the lock under which an organization's file is applied and its postings and assessments are edited.
func ApplyKey(slug string) string { return "apply\x00" + slug }

func InterviewerKey(orgID, email string) string { return "interviewer\x00" + orgID + "\x00" + email }

func AvailabilityKey(orgID, postingID string) string {
	return "availability\x00" + orgID + "\x00" + postingID
}
