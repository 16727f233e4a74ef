package dashboard

import (
	"litmus/models/access"
)

// teamRoutes are the pages and forms of the organization, its members and its keys.
var teamRoutes = []route{
	get(keysPath, access.ActionManageKeys, keys),
	post(keysPath, access.ActionManageKeys, createKey),
	get(keysPath+"/new", access.ActionManageKeys, newKey),
	get(keysPath+"/{id}", access.ActionManageKeys, key),
	post(keysPath+"/{id}/scopes", access.ActionManageKeys, setKeyScopes),
	get(keysPath+"/{id}/revoke", access.ActionManageKeys, askRevokeKey),
	post(keysPath+"/{id}/revoke", access.ActionManageKeys, revokeKey),
	get(membersPath, access.ActionManageMembers, members),
	post(membersPath+"/add", access.ActionManageMembers, addMember),
	post(membersPath+"/change", access.ActionManageMembers, changeMember),
	post(membersPath+"/remove", access.ActionManageMembers, removeMember),
	get(organizationPath, access.ActionEditOrganization, organization),
	post(organizationPath, access.ActionEditOrganization, editOrganization),
	post(organizationPath+"/brand", access.ActionEditOrganization, editBrand),
}
