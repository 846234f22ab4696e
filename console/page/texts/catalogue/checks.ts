import * as english from '../../../../ui/checks/en';
import * as russian from '../../../../ui/checks/ru';
import { en } from '../language';

export const checks = en ? english : russian;
