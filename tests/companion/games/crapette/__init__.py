"""Tests of Crapette, written from its rules text."""
