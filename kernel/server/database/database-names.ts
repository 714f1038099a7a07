/** What the product works as: it owns what it migrates, and can neither change nor remove what the journal remembers. */
export const runtimeRole = "base_srm_app";
/** What SQL written by people runs as: it reads the views granted to it and nothing else. */
export const readerRole = "base_srm_reader";
/** Where the views stand that this role may be granted. */
export const readerSchema = "report";
