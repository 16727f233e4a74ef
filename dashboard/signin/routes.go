// Package signin has the pages by which people get in and out: links by mail, the identity provider, the sessions of a
// member, and the page that makes the first organization.
package signin

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
)

// Routes are the pages and forms of the browsers in which a member is signed in.
var Routes = []site.Route{
	site.Get("/dashboard/sessions", site.AnyMember, sessions),
	site.Post("/dashboard/sessions/end", site.AnyMember, endSession),
	site.Post("/dashboard/sessions/end-all", site.AnyMember, endSessions),
	site.Post("/dashboard/sign-out", site.AnyMember, signOut),
}

// OpenRoutes are the pages and forms for whoever is not signed in; it is called once.
func (s *SignIn) OpenRoutes() []site.Route {
	s.asks = make(chan struct{}, asksAtOnce)
	return []site.Route{
		site.Get(site.SignInPath, site.AnyMember, s.signInPage),
		site.Post(site.SignInPath, site.AnyMember, s.askForLink),
		site.Get(linkSentPath, site.AnyMember, linkSent),
		site.Get(providerPath, site.AnyMember, s.toProvider),
		site.Get(providerBack, site.AnyMember, s.fromProvider),
		site.Get(models.SignInPath+"{token}", site.AnyMember, s.signInLink),
		site.Post(models.SignInPath+"{token}", site.AnyMember, s.useSignInLink),
		site.Get("/dashboard/signed-out", site.AnyMember, signedOut),
		site.Get(models.WelcomePath+"{token}", site.AnyMember, welcome),
		site.Post(models.WelcomePath+"{token}", site.AnyMember, s.makeOrganization),
	}
}
