package store

// applyKey is the lock under which an organization's file is applied and its postings and assessments are edited.
func applyKey(slug string) string { return "apply\x00" + slug }

func interviewerKey(orgID, email string) string { return "interviewer\x00" + orgID + "\x00" + email }

func availabilityKey(orgID, postingID string) string {
	return "availability\x00" + orgID + "\x00" + postingID
}
