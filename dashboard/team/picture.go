package team

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/pictures"
)

// pictureView is the page with the member's own picture.
type pictureView struct {
	Face  site.Face
	Takes string // the media types that are read
}

// picture shows the member their picture, with forms to change and to remove it (D1).
func picture(v *site.Visit) (site.Answer, error) { return picturePage(v), nil }

func picturePage(v *site.Visit) site.Answer {
	m := v.Member
	return v.Show("picture", "Your picture", pictureView{site.MemberFace(m.Name, m.Email, m.Picture), pictures.Takes}).
		Lead("It stands beside your name instead of your initials, for the members of " + v.Org.Name + ".")
}

// setPicture saves the member's own picture; nobody else's can be named.
func setPicture(v *site.Visit) (site.Answer, error) {
	content, err := pictures.Square(v.Context(), v.Org.ID, v.Files["picture"].Body)
	if err == nil {
		err = v.Acts.SetPicture(v.Context(), v.By(), content)
	}
	if err != nil {
		return picturePage(v).Refusing(models.InField("picture", err))
	}
	return site.RedirectNote(site.PicturePath, "The picture is saved."), nil
}

// removePicture takes the member's own picture away.
func removePicture(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.SetPicture(v.Context(), v.By(), nil); err != nil {
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
