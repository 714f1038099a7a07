/** The same answer for a missing id and for one outside the caller's rows, on every table of the lifecycle. */
export const notFound = { notFound: ["SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible"] } as const;
