package team

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/pictures"
)

// pictureView is the page with the member's own picture and the title of their work.
type pictureView struct {
	Face   site.Face
	Hidden bool   // candidates do not see the picture: it was saved before they could
	Takes  string // the media types that are read
	Title  string
	Kept   bool // the title, in the organization file
}

// picture shows the member their picture, with forms to change and to remove it (D1).
func picture(v *site.Visit) (site.Answer, error) { return picturePage(v, nil) }

// picturePage is the page with the title as it was typed, nil for the one that is saved.
func picturePage(v *site.Visit, typed *string) (site.Answer, error) {
	m := v.Member
	p, err := v.Store.Availability.Person(v.Context(), v.Org.ID, m.Email)
	if err != nil {
		return site.Answer{}, err
	}
	view := pictureView{site.MemberFace(m.Name, m.Email, m.Picture), m.Picture != "" && !m.Shown, pictures.Takes,
		p.Title, p.Origin == models.OriginFile}
	if typed != nil {
		view.Title = *typed
	}
	return v.Show("picture", "Your picture and title", view).Lead("The picture stands beside your name instead of " +
		"your initials, for the members of " + v.Org.Name + ". Candidates whom you interview see " +
		"both in their letters."), nil
}

// refusedPicture shows the page again with the reason why nothing was changed.
func refusedPicture(v *site.Visit, typed *string, field string, err error) (site.Answer, error) {
	a, failed := picturePage(v, typed)
	if failed != nil {
		return a, failed
	}
	return a.Refusing(models.InField(field, err))
}

// setTitle saves the title of the member's own work.
func setTitle(v *site.Visit) (site.Answer, error) {
	typed := v.Field("title")
	title, err := models.ParseJobTitle("title", typed)
	if err == nil {
		err = v.Acts.Availability.SetTitle(v.Context(), v.By(), title)
	}
	if err != nil {
		return refusedPicture(v, &typed, "title", err)
	}
	return site.RedirectNote(site.PicturePath, "The title is saved."), nil
}

// setPicture saves the member's own picture; nobody else's can be named.
func setPicture(v *site.Visit) (site.Answer, error) {
	content, err := pictures.Square(v.Context(), v.Org.ID, v.Files["picture"].Body)
	if err == nil {
		err = v.Acts.Team.SetPicture(v.Context(), v.By(), content)
	}
	if err != nil {
		return refusedPicture(v, nil, "picture", err)
	}
	return site.RedirectNote(site.PicturePath, "The picture is saved."), nil
}

// removePicture takes the member's own picture away.
func removePicture(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.Team.SetPicture(v.Context(), v.By(), nil); err != nil {
		return site.Answer{}, err
	}
	return site.RedirectNote(site.PicturePath, "The picture is removed."), nil
}

// servePicture serves the picture of a member to members of the same organization (D3).
func servePicture(v *site.Visit) (site.Answer, error) {
	content, err := v.Store.Team.Picture(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	return site.Unchanging(pictures.MediaType, content), nil
}
