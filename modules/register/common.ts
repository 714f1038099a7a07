/** The same answer for a missing id and for one outside the caller's rows. */
export const notFound = ["SUP_AUTH_404", "数据不存在或无权查看", "Not found or not visible"] as const;
/** What an action in the wrong stage is answered with. */
export const wrongStage = ["SUP_REG_009", "当前状态不允许该操作", "Not allowed in the present status"] as const;

export const enabled = { enabledFlag: "Y" } as const;
export const countries = { districtLevel: "COUNTRY", ...enabled } as const;
export const cities = { districtLevel: "CITY", ...enabled } as const;
