import { MTN_SUBJECT } from '../support/mtn-dialect.ts';
import { proveConformance } from '../support/provider-conformance.ts';

proveConformance(MTN_SUBJECT);
