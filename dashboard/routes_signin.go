package dashboard

import "litmus/models"

// sessionRoutes are the pages and forms of the browsers in which a member is signed in.
var sessionRoutes = []route{
	get("/dashboard/sessions", anyMember, sessions),
	post("/dashboard/sessions/end", anyMember, endSession),
	post("/dashboard/sessions/end-all", anyMember, endSessions),
	post("/dashboard/sign-out", anyMember, signOut),
}

// OpenRoutes are the pages and forms for whoever is not signed in; it is called once.
func (s *SignIn) OpenRoutes() []route {
	s.asks = make(chan struct{}, asksAtOnce)
	return []route{
		get(signInPath, anyMember, s.signInPage),
		post(signInPath, anyMember, s.askForLink),
		get(linkSentPath, anyMember, linkSent),
		get(providerPath, anyMember, s.toProvider),
		get(providerBack, anyMember, s.fromProvider),
		get(models.SignInPath+"{token}", anyMember, s.signInLink),
		post(models.SignInPath+"{token}", anyMember, s.useSignInLink),
		get("/dashboard/signed-out", anyMember, signedOut),
		get(models.WelcomePath+"{token}", anyMember, welcome),
		post(models.WelcomePath+"{token}", anyMember, s.makeOrganization),
	}
}
