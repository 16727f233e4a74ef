// Package team has the pages of the organization, its members and its keys.
package team

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and forms of the organization, its members and its keys.
var Routes = []site.Route{
	site.Get(site.KeysPath, access.ActionManageKeys, keys),
	site.Post(site.KeysPath, access.ActionManageKeys, createKey),
	site.Get(site.KeysPath+"/new", access.ActionManageKeys, newKey),
	site.Get(site.KeysPath+"/{id}", access.ActionManageKeys, key),
	site.Post(site.KeysPath+"/{id}/scopes", access.ActionManageKeys, setKeyScopes),
	site.Get(site.KeysPath+"/{id}/revoke", access.ActionManageKeys, askRevokeKey),
	site.Post(site.KeysPath+"/{id}/revoke", access.ActionManageKeys, revokeKey),
	site.Get(site.MembersPath, access.ActionManageMembers, members),
	site.Post(site.MembersPath+"/add", access.ActionManageMembers, addMember),
	site.Post(site.MembersPath+"/change", access.ActionManageMembers, changeMember),
	site.Post(site.MembersPath+"/remove", access.ActionManageMembers, removeMember),
	site.Get(site.PicturePath, site.AnyMember, picture),
	site.Post(site.PicturePath, site.AnyMember, setPicture),
	site.Post(site.PicturePath+"/title", site.AnyMember, setTitle),
	site.Post(site.PicturePath+"/remove", site.AnyMember, removePicture),
	site.Get(site.PicturesPath+"/{id}", site.AnyMember, servePicture),
	site.Get(site.OrganizationPath, access.ActionEditOrganization, organization),
	site.Post(site.OrganizationPath, access.ActionEditOrganization, editOrganization),
	site.Post(site.OrganizationPath+"/brand", access.ActionEditOrganization, editBrand),
	site.Post(site.OrganizationPath+"/limits", access.ActionEditOrganization, editLimits),
}
