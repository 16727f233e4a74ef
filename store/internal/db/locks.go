package db

// ApplyKey is the lock under which an organization's file is applied and its postings and assessments are edited.
func ApplyKey(slug string) string { return "apply\x00" + slug }

// OrganizationLimitKey is the lock under which interviews of an organization are booked that has a limit for all of
// them. It is taken before every other one of a booking.
func OrganizationLimitKey(orgID string) string { return "limit\x00" + orgID }

// InterviewerKey is the lock under which somebody's interviews are booked and changed.
func InterviewerKey(orgID, email string) string { return "interviewer\x00" + orgID + "\x00" + email }

// AvailabilityKey is the lock under which a posting's slots and its interviewers are changed.
func AvailabilityKey(orgID, postingID string) string {
	return "availability\x00" + orgID + "\x00" + postingID
}
