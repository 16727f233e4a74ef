package models

// Paths of the pages that letters link to, below the base URL. A token follows each.
const (
	SessionPath    = "/i/"
	AssessmentPath = "/a/"
	SchedulePath   = "/t/"
	ExternalPath   = "/s/"
	AnswerPath     = "/r/" // of who interviews: where they say that they cannot make it
)

// NotetakerPath is the path of notetakers' callbacks, below the base URL. The interview's token follows.
const NotetakerPath = "/callbacks/notetaker/"

// MeetingLinkPath is the page of the dashboard on which members set their own meeting link.
const MeetingLinkPath = DashboardPath + "/meeting-link"

// Paths of the dashboard that links lead to, below the base URL. A token follows those that end in a slash.
const (
	DashboardPath  = "/dashboard"
	NewsPath       = "/dashboard/news"    // what is new in the postings that a member watches
	NoticesPath    = "/dashboard/notices" // where a member chooses how they are told
	SignInPagePath = "/dashboard/signin"  // where a member asks for a link, or signs in by the identity provider
	SignInPath     = "/dashboard/in/"
	WelcomePath    = "/dashboard/welcome/"
)
