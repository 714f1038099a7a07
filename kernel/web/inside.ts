/** Code for people who are signed in; asked for early, while somebody still types a password. */
export const loadInside = () => import("./shell/Inside.tsx");
