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

// LetterReplacement is the kind of a letter that asks whoever may change interviewers for somebody else.
const LetterReplacement = "replacement_asked"

// Kinds of letters to the admins about a connection.
const (
	LetterCalendarBroken = "calendar_broken"
	LetterCalendarHealed = "calendar_healed"
)

// LetterSignIn is the kind of a letter with a link to sign in.
const LetterSignIn = "sign_in"

// LetterMemberAdded is the kind of the letter that tells somebody that they were made a member.
const LetterMemberAdded = "member_added"

// Roles of a letter's recipient.
const (
	RoleCandidate   = "candidate"
	RoleInterviewer = "interviewer"
)

// RoleRecruiter is the role of recruiters as recipients of a letter.
const RoleRecruiter = "recruiter"

// RoleAdmin is the role of an organization's admins as recipients of a letter.
const RoleAdmin = "admin"

// RoleMember is the role of members as recipients of a letter.
const RoleMember = "member"
