import { SampleDetail } from "./parts/SampleDetail.tsx";

export const page = { route: "sampleTrialDetail", title: ["样品试用详情", "Sample trial"], keepAlive: false, menu: false };

export default SampleDetail;
