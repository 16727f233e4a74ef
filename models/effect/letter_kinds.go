package effect

// Kinds of letters about an interview.
const (
	LetterConfirmation       = "confirmation"
	LetterBriefing           = "briefing"
	LetterChangedTime        = "changed_time"
	LetterChangedInterviewer = "changed_interviewer"
	LetterChangedDetails     = "changed_details"
	LetterCancellation       = "cancellation"
	reminderPrefix           = "reminder_"
)

// Kinds of an invitation's letter. A candidate gets one, and one more each time that the hiring team sends it again.
const (
	LetterInvitation           = "invitation"            // for a take-home or a work trial
	LetterSchedulingInvitation = "scheduling_invitation" // for a live interview: the candidate picks a time
)

// LetterReceipt tells a candidate that what they handed in has arrived. They get one for each submission.
const LetterReceipt = "submission_receipt"

// Kinds of letters to the admins about a connection.
const (
	LetterCalendarBroken = "calendar_broken"
	LetterCalendarHealed = "calendar_healed"
)

// Kinds of other letters.
const (
	LetterReplacement = "replacement_asked" // asks whoever may change interviewers for somebody else
	LetterSignIn      = "sign_in"           // has a link to sign in
	LetterMemberAdded = "member_added"      // tells somebody that they were made a member
	LetterNews        = "news"              // tells a member what candidates did
)

// Roles of a letter's recipient.
const (
	RoleCandidate   = "candidate"
	RoleInterviewer = "interviewer"
	RoleRecruiter   = "recruiter"
	RoleAdmin       = "admin"
	RoleMember      = "member"
)
