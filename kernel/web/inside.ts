/** The style sheets behind sign-in, asked for by name: code that happens to lie in one file with theirs must not bring them onto a public page. */
const loadStyles = () => import("./styles.css");

/** Loads a part that needs the style sheets behind sign-in, and is shown once they are there. */
export const styled = async <T>(load: () => Promise<T>): Promise<T> => (await Promise.all([load(), loadStyles()]))[0];

/** Code for people who are signed in; asked for early, while somebody still types a password. */
export const loadInside = () => styled(() => import("./shell/Inside.tsx"));
