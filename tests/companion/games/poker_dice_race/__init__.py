"""Tests of Dadamax, written from its rules text."""
